import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const TEMPLATES = join(import.meta.dirname, "..", "..", "templates");

/** The files of the small benchmark repository of the demonstration and the tests, by path: with the workflows that a repository copies. */
export function exampleRepository(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  const collect = (folder: string, prefix: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) collect(path, `${prefix}${name}/`);
      else files[`${prefix}${name}`] = readFileSync(path, "utf8");
    }
  };
  collect(join(TEMPLATES, "example-repository"), "");
  collect(join(TEMPLATES, "workflows"), ".github/workflows/");
  return files;
}
