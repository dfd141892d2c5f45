/**
 * Error handler for promises that create a file or folder. Ignores EEXIST, the error for a file or folder that exists
 * already, and throws every other error.
 */
export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
