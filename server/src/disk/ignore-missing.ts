/**
 * Error handler for promises that move or delete a file or folder. Ignores ENOENT, the error for a file or folder that
 * does not exist, and throws every other error.
 */
export function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
