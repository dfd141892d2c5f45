/** Number of placeholder rows while a page loads. */
export const skeletonRows = 12

/** Minimum number of loaded rows below the last visible row. With fewer, the list loads its next page. */
export const loadAheadRows = 60
