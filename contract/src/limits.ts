// They stand by themselves, so that a form in a browser knows them without TypeBox. Texts are measured in Unicode code
// points.

/** Of every name but those of states and views. */
export const nameMaxLength = 250
export const stateNameMaxLength = 100
export const viewNameMaxLength = 100
export const tagMaxLength = 100
export const messageMaxLength = 250
export const emailMaxLength = 254
export const passwordMinLength = 12
export const passwordMaxLength = 200

/** With one Comment. */
export const filesMaximum = 10

/** Of a page of a list. */
export const limitMaximum = 200
export const limitDefault = 50

/** Tags of one incident, or of a profile's default. */
export const tagsMaximum = 1_000

export const filterValuesMaximum = 5_000
export const sortKeysMaximum = 20
export const searchWordsMaximum = 10
/** Characters of a search; ten words that a name or a tag can hold are shorter. */
export const searchMaximumLength = 5_000
/** Repetitions count. */
export const queryParametersMaximum = 10_000

/** Violations that one problem lists. */
export const violationsMaximum = 100

export const typesMaximum = 1_000
export const categoriesMaximum = 5_000
export const profilesMaximum = 100

/** How many Incidents one request may change. */
export const bulkMaximum = 200

export const importMaximumLines = 50_000
export const importMaximumBytes = 10 * 1024 * 1024

/** For how long a key that was rotated still works: a year at most. */
export const overlapHoursMaximum = 8_760
export const overlapHoursDefault = 24

/** For how long a revision may be used once it was replaced. */
export const revisionAgeMaximumDays = 36_500
