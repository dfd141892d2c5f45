import type { BusinessField, Rule } from '@tocsin/contract/rules/incident-values.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

/** Labels of the fields of an incident, in the order of the form. */
export const fieldTexts: Record<BusinessField | 'stateId', string> = defineTexts({
  name: 'Name',
  typeId: 'Type',
  categoryId: 'Category',
  priority: 'Priority',
  description: 'Description',
  locationId: 'Location',
  pointId: 'Point',
  latitude: 'Latitude',
  longitude: 'Longitude',
  occurredAt: 'Occurred',
  assigneeId: 'Assignee',
  tags: 'Tags',
  externalId: 'External id',
  stateId: 'State',
})

/** Error texts for fields that the report form requires and that have no value. */
export const requiredTexts: Record<BusinessField, string> = defineTexts({
  name: 'Say what happened in one line.',
  typeId: 'Choose a type.',
  categoryId: 'Choose a category.',
  priority: 'Choose a priority.',
  description: 'Describe what happened.',
  locationId: 'Choose a location.',
  pointId: 'Choose a point.',
  latitude: 'Enter the latitude.',
  longitude: 'Enter the longitude.',
  occurredAt: 'Enter when it happened.',
  assigneeId: 'Choose an assignee.',
  tags: 'Add a tag.',
  externalId: 'Enter the external id.',
})

/** Texts of the form that reports an incident, and of the fields that this form shares with the edit form. */
export const incidentFormTexts = defineTexts({
  sections: {
    what: 'What happened',
    where: 'Where',
    more: 'More',
    files: 'Photos and files',
  },
  optionalHint: 'Fields marked with an asterisk are required.',
  occurredAtNow: 'If left empty, the time of the report is used.',
  nameHint: 'What’s wrong, in a few words.',
  tagsPlaceholder: 'Type a word and press Enter',
  readOnly: (profile: string) => `Set by the form “${profile}”.`,
  nothingSet: 'Nothing',
  moment: 'The time of the report',
  byDefault: 'If left empty, the form’s default is used.',
  externalIdHint: 'The number it has in another system, if any.',
  noType: 'No type',
  moreDetails: 'More details',
  lastLocation: 'Same place as your last report.',
  chooseTypeFirst: 'Choose a type first.',
  chooseLocationFirst: 'Choose a location first.',
  noCategories: 'This type has no categories.',
  here: 'Use my position',
  hereFailed: 'This device did not give its position. Enter it yourself, or leave it empty.',
  clear: (field: string) => `Clear ${field}`,
  shape: {
    tooLong: (maximum: number) => `At most ${maximum} characters.`,
    number: 'Enter a number, such as 53.5436.',
    latitude: 'Between −90 and 90.',
    longitude: 'Between −180 and 180.',
    instant: 'Enter a date and a time.',
  },
  firstField: 'Go to the first field',
  formName: (profile: string) => `Form: ${profile}`,
  submit: 'Report',
  sendFailed: 'Couldn’t send your report',
  notReported: 'Your report wasn’t sent. It’s kept as a draft.',
  violations: (count: number) =>
    plural(count, {
      one: 'Check this field:',
      other: 'Check these # fields:',
    }),
  unanswered: (count: number) =>
    plural(count, {
      one: '1 field still needs an answer',
      other: '# fields still need an answer',
    }),
  draft: {
    restored: 'This is what you entered before.',
    discard: 'Discard draft',
    discardTitle: 'Discard what you have entered?',
    discardExplanation: 'The form starts over. This can’t be undone.',
    cancel: 'Keep it',
    photosNotStored: 'This device has no room to keep your photos. Reloading the page loses them.',
  },
  revised: {
    title: (from: number, to: number) => `The form was revised while you were filling it in (${from} → ${to})`,
    still:
      'You can still report under the version you started with, or continue with the new one. What you entered stays.',
    rejected:
      'Reports under the version you started with are no longer accepted. Continue with the new one: what you entered stays.',
    nothing: 'Nothing changes for what you have entered.',
    go: (revision: number) => `Continue with version ${revision}`,
    typeGone: (name: string) => `The type “${name}” can no longer be chosen.`,
    categoryGone: (name: string) => `The category “${name}” can no longer be chosen.`,
    otherForm: (from: string, to: string) => `The form is “${to}” instead of “${from}”.`,
    rule: (field: string, rule: Rule) => `${field} ${rules[rule]}`,
    otherDefault: (field: string) => `${field} has a different default.`,
  },
  place: {
    unknownPoint: 'There’s no such point in your organization',
    unknownLocation: 'There’s no such location in your organization',
    archived: (name: string) => `${name} is archived`,
    notRead: 'Couldn’t look up the place',
    choose: 'Choose the place yourself. Everything else works as usual.',
  },
  sent: {
    reported: 'Reported.',
    another: 'Report another',
    copyNumber: 'Copy number',
    copied: 'Copied',
    notCopied: 'Couldn’t copy',
  },
  taken: {
    title: 'This has been reported already',
    explanation:
      'Your report was sent just before the connection broke, and you’ve changed the form since. Open the incident to add what’s missing, or report this as another one.',
    open: 'Open the incident',
    another: 'Report as another incident',
  },
  attaching: {
    title: ({ number }: { number: number }) => `Reported as #${number}`,
    carryOn: 'You can go on working meanwhile. Just keep Tocsin open.',
    open: 'Open the incident',
    progress: (done: number, total: number) => `Attaching file ${done} of ${total}`,
    resumed: (count: number, { number }: { number?: number }) =>
      `${plural(count, { one: 'Sending one file', other: 'Sending # files' })}${number ? ` for #${number}` : ''}…`,
    failed: (count: number) => plural(count, { one: 'Couldn’t attach one file:', other: 'Couldn’t attach # files:' }),
    retry: 'Try again',
    leave: 'Go to the incident without them',
  },
})

const rules: Record<Rule, string> = {
  required: 'is now required.',
  optional: 'is now optional.',
  readOnly: 'is now set by the form.',
  hidden: 'is no longer part of the form.',
}
