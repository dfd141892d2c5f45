/** Returns the code of a file system error, such as `ENOENT`; undefined for other errors. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
