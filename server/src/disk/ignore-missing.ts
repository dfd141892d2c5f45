/** Error handler for promises that move or delete a file or folder. Ignores ENOENT, because it may be gone already. */
export function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
