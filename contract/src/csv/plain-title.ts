/** Reduces the title of a column to its letters: case, white space, `_`, `-` and invisible characters mean nothing. */
export const plainTitle = (title: string): string => title.replace(/[\s_\p{Cf}\p{Cc}-]/gu, '').toLowerCase()
