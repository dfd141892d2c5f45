/** Ignores ENOENT; for promises that move or remove a file or folder which may be gone already. */
export function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
