import { createHmac, timingSafeEqual } from "node:crypto";

/** Which picture an address names. */
export interface PictureName {
  readonly repositoryId: number;
  readonly pull: number;
  readonly runId: number;
}

const SIGNATURE_CHARACTERS = 32;

/**
 * The public address of a picture: the pages have no login, so only who was given the address, by the
 * card, knows its signature. The same picture always has the same address.
 */
export function pictureAddress(publicUrl: string, secret: string, name: PictureName): string {
  return `${publicUrl}${pathOf(name)}?sign=${signatureOf(name, secret)}`;
}

/** Whether the signature is the one of this picture; takes the same time for every wrong one. */
export function isSigned(name: PictureName, secret: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(name, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function pathOf({ repositoryId, pull, runId }: PictureName): string {
  return `/pictures/${repositoryId}/${pull}/${runId}.svg`;
}

function signatureOf(name: PictureName, secret: string): string {
  return createHmac("sha256", secret)
    .update(`sweepbot picture ${pathOf(name)}`)
    .digest("base64url")
    .slice(0, SIGNATURE_CHARACTERS);
}
