import type { Shortcut, ShortcutGroup } from './shortcut.ts'

/** Returns the shortcuts of the groups. If several shortcuts have the same keys, returns only the last of them. */
export function lastOfEachKey(groups: readonly ShortcutGroup[]): Shortcut[] {
  const all = groups.flatMap(({ shortcuts }) => shortcuts)
  return all.filter(({ keys }, index) => all.findLastIndex((other) => other.keys === keys) === index)
}
