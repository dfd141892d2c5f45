/** Normalizes a column title for comparison: lower case, without white space, `_`, `-` and invisible characters. */
export const plainTitle = (title: string): string => title.replace(/[\s_\p{Cf}\p{Cc}-]/gu, '').toLowerCase()
