/** For a promise to move or remove something: that it has gone already is no failure, whoever took it. */
export function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
