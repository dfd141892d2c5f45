import type { BackupHeader, BackupSummary } from '../../backup/format.ts'

/** Describes the content of a backup or an installation, as in `5 rows and 2 files (1.4 MB)`. */
export const contentsOf = ({ rows, files, fileBytes }: BackupSummary): string =>
  `${counted(totalOf(rows), 'row')} and ${counted(files, 'file')} (${sizeOf(fileBytes)})`

const totalOf = (rows: Record<string, number>): number => Object.values(rows).reduce((sum, count) => sum + count, 0)

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

export function sizeOf(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** Describes the origin of a backup, as in `Tocsin 0.1.0, schema 0014-webhooks, 2026-03-01T09:30:00.000Z`. */
export const originOf = ({ program, createdAt, migrations }: BackupHeader): string =>
  `Tocsin ${program}, schema ${migrations.at(-1)}, ${createdAt}`

/**
 * Throws an error if files of a backup or an installation are missing or damaged, so that the command exits with 1.
 * @param label name of the backup or the installation in the error message.
 */
export function rejectShortcomings({ missing, damaged, examples }: BackupSummary, label: string): void {
  if (missing + damaged === 0) return
  const counts = [
    ...(missing > 0 ? [`${counted(missing, 'file')} missing`] : []),
    ...(damaged > 0 ? [`${counted(damaged, 'file')} damaged`] : []),
  ]
  throw new Error(`${label} is incomplete: ${counts.join(' and ')}, such as ${examples.slice(0, 3).join(', ')}.`)
}
