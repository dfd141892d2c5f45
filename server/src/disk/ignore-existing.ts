/**
 * Error handler for promises that create a file or folder. Ignores EEXIST, because the file or folder may exist
 * already.
 */
export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
