/**
 * Returns the error of the file system or of S3, which gives the reason of a failure. The storage library wraps it in
 * an error that only names the file.
 */
export const originalErrorOf = (error: unknown): Error => {
  const { code, cause } = error as NodeJS.ErrnoException
  return String(code).startsWith('E_CANNOT_') && cause instanceof Error ? cause : (error as Error)
}
