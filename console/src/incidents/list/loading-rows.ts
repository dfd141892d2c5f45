/** Number of placeholder rows while a page loads. */
export const skeletonRows = 12

/** Minimum number of loaded rows below the last visible row. A list with fewer rows there loads its next page. */
export const loadAheadRows = 60
