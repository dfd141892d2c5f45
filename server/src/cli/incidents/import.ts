import { Command } from 'commander'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { readInteger } from '../arguments.ts'
import { WrongUsage } from '../failure.ts'
import { interruptible } from '../interruption.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { showProgress } from '../progress.ts'
import { importColumns } from './import/columns.ts'
import { findSource } from './import/find-source.ts'
import { checkWritable } from './import/refused-rows.ts'
import { countOfRows, newReport, textOf } from './import/report.ts'

interface Options extends JsonOptions {
  concurrency: number
  dryRun?: true
  refused?: string
}

export const importCommand = new Command('import')
  .description('create an incident from each row of a CSV file')
  .argument('<file>', 'the CSV file, or - to read it from standard input; its first line names the columns')
  .option(
    '--concurrency <number>',
    'requests at a time, 1 to 256',
    (text) => readInteger(text, { minimum: 1, maximum: 256 }),
    32,
  )
  .option('--dry-run', 'create nothing, only report what would be refused')
  .option('--refused <file>', 'write the refused rows to this CSV file, to be corrected and imported again')
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Columns, of which a file has those it needs: ${importColumns.join(', ')}.
Type, category, location, point and assignee are names or ids, tags are separated by semicolons, times have an offset.
The file is CSV in UTF-8 with commas, semicolons, tabs or pipes, as spreadsheets save it; an empty cell is not sent.

Nothing is created twice: each row's clientRequestId is derived from its content, unless it has one. If an import is
interrupted for any reason, run the same command again. Rows with the same content become separate incidents.

The exit code is 1 if a row was refused; all others are created. With --json each refused row is a line, {"refused": …},
and the last line is {"report": …}, unless it ended early.
${settingsHelp}

Examples:
  tocsin incidents import incidents.csv --dry-run
  tocsin incidents import incidents.csv --refused refused.csv
  export-alarms --csv | tocsin incidents import - --json`,
  )
  .action(async (file: string, { concurrency, dryRun, refused, json }: Options) => {
    const client = await connectToApi(patience)
    const source = await findSource(file)
    if (refused !== undefined) {
      if (await source.isAlso(refused)) throw new WrongUsage('--refused must not be the file to import.')
      await checkWritable(refused)
    }
    // Loaded only here: the other commands start faster without it.
    const { importFile } = await import('./import/import-file.ts')
    const progress = showProgress(dryRun ? 'Checking' : 'Importing', source.sizeBytes !== undefined)
    const report = newReport()
    const imported = interruptible((signal) =>
      importFile(source, report, {
        client,
        concurrency,
        isRehearsal: dryRun ?? false,
        signal,
        refusedFile: refused,
        json,
        progress,
      }),
    )
    await imported.catch((error: unknown) => {
      if (report.rows > 0) writeMessage(`Ended early. ${textOf(report)} ${howToGoOn}`)
      throw error
    })
    writeData(json ? JSON.stringify({ report }) : textOf(report))
    const { rows, refused: count } = report
    if (count > 0) throw new Error(`${count} of ${countOfRows(rows)} ${count === 1 ? 'was' : 'were'} refused.`)
  })

const howToGoOn = 'Run the same command again: nothing is created twice.'

/** If the server is restarted in the meantime, the import waits for it, however many attempts that takes. */
const patience = {
  timeouts: { attemptMs: 30_000, totalMs: 600_000 },
  retry: { attemptsMaximum: Infinity, delayMaximumMs: 4_000 },
}
