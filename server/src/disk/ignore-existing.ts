/** For a promise to make something: that it is there already is no failure, whoever made it. */
export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
