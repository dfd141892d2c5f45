/** Why the file system failed, such as `ENOENT`; undefined for other errors. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
