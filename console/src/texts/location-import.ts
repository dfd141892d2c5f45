import { importMaximumBytes } from '@tocsin/contract/limits.ts'
import type { importColumns } from '@tocsin/contract/console/location-import.ts'
import { formatFileSize, formatNumber } from './format.ts'
import { plural } from './plural.ts'
import { defineTexts } from './define-texts.ts'

const columns: Record<(typeof importColumns)[number], string> = {
  location: 'The name of the location. Every line needs it.',
  locationExternalId: 'What other systems call the location; may be left out.',
  point: 'The name of one of its points; may be left out. A location with several points has a line for each.',
}

export const locationImportTexts = defineTexts({
  title: 'Import locations',
  introduction:
    'A CSV file, UTF-8, with commas or semicolons. The first line names the columns. What is there already stays as it is, so the same file can be imported again.',
  columnsTitle: 'Columns of the file',
  column: 'Column',
  meaning: 'Meaning',
  columns,
  example: 'Download an example',
  exampleName: 'locations-example.csv',
  choose: 'Choose a file',
  drop: 'or drop it here',
  chooseLabel: 'CSV file with locations',
  wrongFile: `This is not a CSV file of at most ${formatFileSize(importMaximumBytes)}. Choose one file that ends in .csv.`,
  sending: (name: string) => `Sending ${name}…`,
  importing: (name: string) => `Importing ${name}`,
  progress: (done: number, total: number) =>
    plural(total, { one: `${formatNumber(done)} of # line`, other: `${formatNumber(done)} of # lines` }),
  cancel: 'Cancel import',
  close: 'Close',
  another: 'Import another file',
  stopped: 'Import stopped',
  nothingDone: 'Nothing had been stored yet.',
  partDone: (done: number) =>
    plural(done, {
      one: 'The first line was dealt with, and stays. To go on, import the same file again.',
      other: 'The first # lines were dealt with, and stay. To go on, import the same file again.',
    }),
  interrupted: 'The connection ended before the import did. What was done stays: import the same file again.',
  failedTitle: 'Couldn’t import the file',
  report: {
    title: (rejected: number) => (rejected === 0 ? 'Imported everything' : 'Imported, but some lines were left out'),
    locationsAdded: (count: number) => plural(count, { one: '# location added', other: '# locations added' }),
    pointsAdded: (count: number) => plural(count, { one: '# point added', other: '# points added' }),
    linesUnchanged: (count: number) =>
      plural(count, { one: '# line named what was there already', other: '# lines named what was there already' }),
    rejected: (count: number) => plural(count, { one: '# line wasn’t imported', other: '# lines weren’t imported' }),
    rejectedHint: 'Correct these lines, then import the file again: what was taken is not added twice.',
    line: 'Line',
    reason: 'Reason',
    more: (count: number) =>
      plural(count, {
        one: '1 more is in the download.',
        other: '# more are in the download.',
      }),
    download: 'Download this list',
    fileName: 'refused-lines.csv',
  },
})
