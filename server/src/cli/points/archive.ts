import { archivePoint } from '../../directory/archive.ts'
import { makeArchiveCommand } from '../archive-command.ts'

export const archiveCommand = makeArchiveCommand('point', 'archive a point; its incidents stay', archivePoint)
