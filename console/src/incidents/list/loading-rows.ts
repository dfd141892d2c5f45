/** Number of placeholder rows while a page loads. */
export const skeletonRows = 12

/** If fewer loaded rows than this number are below the last visible row, a list loads its next page. */
export const loadAheadRows = 60
