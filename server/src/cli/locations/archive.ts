import { archiveLocation } from '../../directory/archive.ts'
import { makeArchiveCommand } from '../archive-command.ts'

export const archiveCommand = makeArchiveCommand('location', 'archive a location; its incidents stay', archiveLocation)
