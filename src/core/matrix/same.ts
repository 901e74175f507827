/** Deep equality of YAML values: order of members does not matter, order of lists does; numbers and booleans are never equal. */
export function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object") return false;
  if (left === null || right === null || Array.isArray(left) !== Array.isArray(right)) return false;
  const members = Object.entries(left);
  const others = right as Readonly<Record<string, unknown>>;
  if (members.length !== Object.keys(others).length) return false;
  return members.every(([name, value]) => Object.hasOwn(others, name) && same(value, others[name]));
}
