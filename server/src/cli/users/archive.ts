import { archiveUser } from '../../directory/archive.ts'
import { makeArchiveCommand } from '../archive-command.ts'

export const archiveCommand = makeArchiveCommand('user', 'archive a member of staff; their work stays', archiveUser)
