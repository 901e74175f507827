/** What a route answers; the server adds the headers that every answer of GitHub carries. */
export interface Answer {
  readonly status: number;
  /** JSON; absent for 204 and redirects. */
  readonly body?: unknown;
  /** Raw bytes in place of JSON. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is not a success, thrown to leave a route early; the server turns it into JSON. */
export class Refusal extends Error {
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    more: {
      readonly extra?: Record<string, unknown>;
      readonly headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
  }
}

/** A 422 in GitHub's form, with one error for a field of a resource. */
export function invalid(resource: string, field: string, message: string): Refusal {
  const errors = [{ resource, field, code: "custom", message }];
  return new Refusal(422, "Validation Failed", { extra: { errors } });
}

/** 200 with JSON. */
export function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** 201 with JSON. */
export function created(body: unknown): Answer {
  return { status: 201, body };
}

/** 204, nothing to say. */
export const noContent: Answer = { status: 204 };
