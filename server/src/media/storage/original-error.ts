/**
 * Returns the error of the file system or of S3. It says more than the error that the storage library wraps around it,
 * which only names the file.
 */
export const originalErrorOf = (error: unknown): Error => {
  const { code, cause } = error as NodeJS.ErrnoException
  return code?.startsWith('E_CANNOT_') && cause instanceof Error ? cause : (error as Error)
}
