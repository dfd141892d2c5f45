// Do not import TypeBox here: the console imports this file, and must not load TypeBox. All lengths are in Unicode code
// points.

/** Maximum length of names, except the names of states and views. */
export const nameMaxLength = 250
export const stateNameMaxLength = 100
export const viewNameMaxLength = 100
export const viewQueryMaxLength = 4_000
export const tagMaxLength = 100
export const messageMaxLength = 250
export const emailMaxLength = 254
export const passwordMinLength = 12
export const passwordMaxLength = 200

/** Maximum number of files attached to one comment. */
export const filesMaximum = 10

/** Maximum number of files attached to one incident. The files of its comments do not count. */
export const incidentFilesMaximum = 1_000

/** Maximum number of items on a page of a list. */
export const limitMaximum = 200
export const limitDefault = 50

/** Maximum number of tags of an incident, and of default tags in a profile. */
export const tagsMaximum = 1_000

export const filterValuesMaximum = 5_000
export const sortKeysMaximum = 20
export const searchWordsMaximum = 10
/** Maximum length of a search text, enough for ten words that are as long as names or tags may be. */
export const searchMaximumLength = 5_000
/** Maximum number of query parameters of a request. Each repetition of a parameter counts. */
export const queryParametersMaximum = 10_000

/** Counting the incidents of a view stops at this number, so that the count of a large view costs little. */
export const viewCountMaximum = 1_000
/** Maximum number of views that one request counts. */
export const countedViewsMaximum = 50

/** Maximum number of views that a user can put in order. */
export const orderedViewsMaximum = 500

/** Maximum number of violations in one problem. */
export const violationsMaximum = 100

export const typesMaximum = 1_000
export const categoriesMaximum = 5_000
export const profilesMaximum = 100

/** Number of days for which the feed returns an event. */
export const retentionDays = 30

/** Number of days for which a deleted incident can be restored. */
export const restorableDays = 30

/** Maximum number of creations and changes in one batch. */
export const batchMaximum = 200

/** Maximum number of incidents that one bulk change of the console changes. */
export const bulkMaximum = 50_000
/** Maximum number of incident ids in one request for a bulk change. Checking more ids at once would take too long. */
export const bulkIdsMaximum = 10_000
/** Maximum number of ranges of events in a request that undoes a bulk change. */
export const bulkEventRangesMaximum = 5_000

export const importMaximumLines = 50_000
export const importMaximumBytes = 10 * 1024 * 1024

/** Maximum number of hours for which a rotated API key still works: one year. */
export const overlapHoursMaximum = 8_760
export const overlapHoursDefault = 24

/** Maximum number of days for which an organization can let creations use a replaced revision. */
export const revisionAgeMaximumDays = 36_500

/** Maximum number of webhook endpoints of an organization. */
export const webhookEndpointsMaximum = 50
export const webhookUrlMaxLength = 2_000
export const webhookDescriptionMaxLength = 250

/** Number of hours for which webhooks are also signed with the previous secret after a rotation. */
export const secretOverlapHours = 24
