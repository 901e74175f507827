import { hasOption, optionValues, textsAt, type Invocation } from "./patch-invocation.ts";
import {
  operandsOf,
  redirectedTo,
  worstPlace,
  type Ground,
  type PatchRule,
} from "./patch-ground.ts";
import { isEnginePath, isSourceName } from "./patch-place.ts";
import type { PatchHitCode } from "./patch-code.ts";
import type { PatchValue } from "./patch-value.ts";

/** P6: a file of the image is overwritten, removed or mounted over (spec/signoff §3.10). */
export const writeRule: PatchRule = (invocation, ground) => {
  const written = destinationsOf(invocation);
  const values = [...written, ...redirectedTo(invocation.command, ground)];
  const place = worstPlace(values, ground);
  if (place === "engine" || mountsOver(invocation, ground)) return ["patch_overwrite"];
  const named = [...values, ...operandsOf(invocation).flat()].some(({ text }) =>
    isSourceName(text, ground.policy),
  );
  const unclear: readonly PatchHitCode[] = ["patch_overwrite_unclear"];
  return place === "unknown" && named && written.length > 0
    ? unclear
    : redirected(invocation, ground);
};

function redirected(invocation: Invocation, ground: Ground): readonly PatchHitCode[] {
  const unclear = redirectedTo(invocation.command, ground).some(
    (value) => worstPlace([value], ground) === "unknown" && isSourceName(value.text, ground.policy),
  );
  return unclear ? ["patch_overwrite_unclear"] : [];
}

const HERE: PatchValue = { text: ".", engine: false };

/** The files and folders that a command writes to. */
export function destinationsOf(invocation: Invocation): readonly PatchValue[] {
  const operands = operandsOf(invocation);
  switch (invocation.name) {
    case "cp":
    case "ln":
    case "install":
    case "rsync":
    case "scp":
      return copied(invocation, operands);
    case "mv":
      return [...copied(invocation, operands), ...operands.flat()];
    case "rm":
    case "unlink":
    case "shred":
    case "truncate":
    case "tee":
    case "sponge":
      return operands.flat();
    case "docker":
    case "podman":
    case "kubectl":
      return textsAt(invocation, 0).includes("cp") ? inContainer(operands.at(-1) ?? []) : [];
    case "dd":
      return invocation.words.flat().flatMap(({ text, engine }) => {
        return text.startsWith("of=") ? [{ text: text.slice(3), engine }] : [];
      });
    case "git":
      return checkedOut(invocation);
    default:
      return unpacked(invocation);
  }
}

function copied(
  invocation: Invocation,
  operands: readonly (readonly PatchValue[])[],
): readonly PatchValue[] {
  const named = optionValues(invocation, ["-t", "--target-directory"]);
  if (named.length > 0 && invocation.name !== "rsync") return named;
  const last = operands.filter((values) => !values.some(({ text }) => /^[;+]$/u.test(text))).at(-1);
  return operands.length === 1 && invocation.name === "ln" ? [HERE] : inContainer(last ?? []);
}

/** `container:/path` and `host:/path` are a path. */
function inContainer(values: readonly PatchValue[]): readonly PatchValue[] {
  return values.map(({ text, engine }) => ({ text: text.replace(/^[^:/]*:(?=\/)/u, ""), engine }));
}

/** Downloads and archives. */
function unpacked(invocation: Invocation): readonly PatchValue[] {
  switch (invocation.name) {
    case "curl":
      return [
        ...optionValues(invocation, ["-o", "--output", "--output-dir"]),
        ...(hasOption(invocation, /^(?:-[a-zA-Z]*O|--remote-name)$/u) ? [HERE] : []),
      ];
    case "wget": {
      const named = optionValues(invocation, [
        "-O",
        "--output-document",
        "-P",
        "--directory-prefix",
      ]);
      return named.length > 0 ? named : [HERE];
    }
    case "tar": {
      const creates = /^(?:-{0,2}[a-zA-Z]*c[a-zA-Z]*|--create)$/u;
      if (textsAt(invocation, 0).some((text) => creates.test(text))) return [];
      const named = optionValues(invocation, ["-C", "--directory"]);
      return named.length > 0 ? named : [HERE];
    }
    case "unzip": {
      const named = optionValues(invocation, ["-d"]);
      return named.length > 0 ? named : [HERE];
    }
    default:
      return [];
  }
}

/** Subcommands that change files of a clone. */
const CHANGING = /^(?:checkout|switch|restore|reset|pull|merge|rebase|revert|clean|submodule)$/u;

function checkedOut(invocation: Invocation): readonly PatchValue[] {
  if (!hasOption(invocation, CHANGING)) return [];
  const named = optionValues(invocation, ["-C", "--work-tree"]);
  return named.length > 0 ? named : [HERE];
}

const MOUNT_OPTIONS = [
  ...["-v", "--volume", "--mount", "--container-mounts", "--bind", "-B", "-m", "--tmpfs"],
];
const CONTAINERS = new Set([
  ...[
    "docker",
    "podman",
    "srun",
    "sbatch",
    "salloc",
    "enroot",
    "singularity",
    "apptainer",
    "nerdctl",
  ],
]);

function mountsOver(invocation: Invocation, ground: Ground): boolean {
  if (!CONTAINERS.has(invocation.name)) return false;
  return optionValues(invocation, MOUNT_OPTIONS).some(({ text }) => coversEngine(text, ground));
}

/** Whether mounts (`host:container[:options]`, `type=bind,dst=…`) put something over the engine. */
export function coversEngine(mounts: string, { policy }: Pick<Ground, "policy">): boolean {
  return mounts.split(/[,\s]+/u).some((mount) => {
    const named = /^(?:dst|target|destination)=(.*)$/u.exec(mount)?.[1];
    const inside = named ?? mount.split(":")[1] ?? "";
    return inside.startsWith("/") && isEnginePath(inside, policy);
  });
}
