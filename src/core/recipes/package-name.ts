export type WantedPackage =
  /** From the index, by name. */
  | { readonly kind: "package"; readonly name: string; readonly pinned: boolean }
  /** A repository, an address, a wheel or a folder. */
  | { readonly kind: "source" };

/** What a word of `pip install` asks for; names as the index compares them. */
export function packageIn(word: string): WantedPackage {
  const [requirement = ""] = word.split(";");
  const isSource =
    /^(?:git|hg|svn|bzr)\+|:\/\/|^\.{1,2}(?:$|\/)|^[/~]|\.(?:whl|zip|tar\.gz|tgz)(?:$|[#\s[])|\s@\s|^[^\s=<>!~]+@|\//u.test(
      requirement.trim(),
    );
  if (isSource) return { kind: "source" };
  const [, name = ""] = /^\s*([A-Za-z0-9][\w.-]*)/u.exec(requirement) ?? [];
  const pinned = /={2,3}\s*[^\s*]/u.test(requirement) && !requirement.includes("*");
  return { kind: "package", name: name.toLowerCase().replaceAll(/[-_.]+/gu, "-"), pinned };
}
