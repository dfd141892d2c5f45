import type { Shortcut, ShortcutGroup } from './shortcut.ts'

/** Returns the shortcuts of the groups, without those that a later one with the same keys replaces. */
export function lastOfEachKey(groups: readonly ShortcutGroup[]): Shortcut[] {
  const all = groups.flatMap(({ shortcuts }) => shortcuts)
  return all.filter(({ keys }, index) => all.findLastIndex((other) => other.keys === keys) === index)
}
