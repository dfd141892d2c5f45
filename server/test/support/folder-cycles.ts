/**
 * Finds folders that import each other, directly or through other folders.
 * @param imports pairs of folders: the importing folder, then the imported folder. Undefined and an empty
 *   text stand for a file that is in no folder.
 */
export function foldersInCycles(imports: Iterable<[from: string | undefined, to: string | undefined]>): string[] {
  const imported = new Map<string, Set<string>>()
  for (const [from, to] of imports) {
    if (!from || !to || from === to) continue
    imported.set(from, (imported.get(from) ?? new Set()).add(to))
  }
  const reachable = (folder: string, seen = new Set<string>()): Set<string> => {
    for (const next of imported.get(folder) ?? []) if (!seen.has(next)) reachable(next, seen.add(next))
    return seen
  }
  return [...imported.keys()].filter((folder) => reachable(folder).has(folder))
}
