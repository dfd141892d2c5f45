/** Ignores EEXIST; for promises that create a file or folder which may exist already. */
export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
