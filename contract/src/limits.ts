// Without TypeBox, so that the console can import these limits cheaply. Lengths count Unicode code points.

/** Maximum length of all names except those of states and views. */
export const nameMaxLength = 250
export const stateNameMaxLength = 100
export const viewNameMaxLength = 100
export const tagMaxLength = 100
export const messageMaxLength = 250
export const emailMaxLength = 254
export const passwordMinLength = 12
export const passwordMaxLength = 200

/** Maximum number of files of one comment. */
export const filesMaximum = 10

/** Maximum number of items on a page of a list. */
export const limitMaximum = 200
export const limitDefault = 50

/** Maximum number of tags of an incident or of a profile's default. */
export const tagsMaximum = 1_000

export const filterValuesMaximum = 5_000
export const sortKeysMaximum = 20
export const searchWordsMaximum = 10
/** Maximum length of a search. Ten words as long as a name or tag are shorter. */
export const searchMaximumLength = 5_000
/** Maximum number of query parameters, including repetitions. */
export const queryParametersMaximum = 10_000

/** Maximum number of violations in one problem. */
export const violationsMaximum = 100

export const typesMaximum = 1_000
export const categoriesMaximum = 5_000
export const profilesMaximum = 100

/** Maximum number of incidents that one request changes. */
export const bulkMaximum = 200

export const importMaximumLines = 50_000
export const importMaximumBytes = 10 * 1024 * 1024

/** Maximum hours for which a rotated key still works: one year. */
export const overlapHoursMaximum = 8_760
export const overlapHoursDefault = 24

/** Maximum days for which a replaced revision may be used. */
export const revisionAgeMaximumDays = 36_500
