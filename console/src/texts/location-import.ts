import { importMaximumBytes } from '@tocsin/contract/limits.ts'
import type { importColumns } from '@tocsin/contract/console/location-import.ts'
import { formatFileSize, formatNumber } from './format.ts'
import { plural } from './plural.ts'

const columns: Record<(typeof importColumns)[number], string> = {
  location: 'The name of the Location. Every line needs it.',
  locationExternalId: 'What other systems call the Location; may be left out.',
  point: 'The name of one of its Points; may be left out. A Location with several Points has a line for each.',
}

export const locationImportTexts = {
  title: 'Import Locations',
  introduction:
    'A CSV file, UTF-8, with commas or semicolons. The first line names the columns. What is there already stays as it is, so the same file can be imported again.',
  columnsTitle: 'Columns of the file',
  column: 'Column',
  meaning: 'What stands in it',
  columns,
  example: 'Download an example',
  exampleName: 'locations-example.csv',
  choose: 'Choose a file',
  drop: 'or drop it here',
  chooseLabel: 'CSV file with Locations',
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
  failedTitle: 'The file was not imported',
  report: {
    title: (refused: number) => (refused === 0 ? 'Everything is imported' : 'Imported, with lines left out'),
    locationsAdded: (count: number) => plural(count, { one: '# Location added', other: '# Locations added' }),
    pointsAdded: (count: number) => plural(count, { one: '# Point added', other: '# Points added' }),
    linesUnchanged: (count: number) =>
      plural(count, { one: '# line named what was there already', other: '# lines named what was there already' }),
    refused: (count: number) => plural(count, { one: '# line was refused', other: '# lines were refused' }),
    refusedHint: 'Correct these lines, then import the file again: what was taken is not added twice.',
    line: 'Line',
    reason: 'Reason',
    more: (count: number) =>
      plural(count, {
        one: 'One more stands in the list to download.',
        other: '# more stand in the list to download.',
      }),
    download: 'Download the refused lines',
    fileName: 'refused-lines.csv',
  },
}
