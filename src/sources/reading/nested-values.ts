import { MAX_DELIVERY_DEPTH } from '../../contract/limits';
import type { Json } from './json';

/** Values by the keys that lead to them; a list has numbers as keys. */
type Tree = Map<string, Branch>;
type Branch = string | Tree;

/**
 * Makes objects and lists of the brackets in the names of a form: `fields[name][value]`, `tags[]`. A repeated name is a list. Own code,
 * because qs takes time that grows with the square of the pairs. Deeper brackets than the limit throw.
 */
export function nestedValues(pairs: readonly (readonly [name: string, value: string])[]): Json {
  const root: Tree = new Map();
  for (const [name, value] of pairs) add(root, keysOf(name), value);
  return jsonOf(root, false);
}

function keysOf(name: string): string[] {
  const start = name.indexOf('[');
  if (start < 1 || !name.endsWith(']')) return [name];
  const keys = [name.slice(0, start), ...name.slice(start + 1, -1).split('][')];
  if (keys.length > MAX_DELIVERY_DEPTH) throw new RangeError();
  return keys;
}

function add(root: Tree, keys: readonly string[], value: string): void {
  let tree = root;
  for (const [index, written] of keys.entries()) {
    const key = written === '' && index > 0 ? freeIndex(tree) : written;
    const existing = tree.get(key);
    if (index < keys.length - 1) tree = existing instanceof Map ? existing : branchAt(tree, key, existing);
    else if (existing === undefined) tree.set(key, value);
    else {
      const list = existing instanceof Map ? existing : branchAt(tree, key, existing);
      list.set(freeIndex(list), value);
    }
  }
}

/** Returns the number after the last of a list, or the next one that is no key: `a[1]=x&a=y`. */
function freeIndex(tree: Tree): string {
  let index = tree.size;
  while (tree.has(String(index))) index++;
  return String(index);
}

/** Puts a branch in a tree, with the value that was there. */
function branchAt(tree: Tree, key: string, existing: string | undefined): Tree {
  const branch: Tree = new Map(existing === undefined ? [] : [['0', existing]]);
  tree.set(key, branch);
  return branch;
}

function jsonOf(branch: Branch, isInside = true): Json {
  if (typeof branch === 'string') return branch;
  const entries = [...branch].map(([key, value]): [string, Json] => [key, jsonOf(value)]);
  const isList = isInside && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
