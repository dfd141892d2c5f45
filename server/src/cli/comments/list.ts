import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { ReferenceNames } from '../api/reference-names.ts'
import { readId } from '../arguments.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeData, writeList } from '../output.ts'

export const listCommand = new Command('list')
  .description('list the comments on an incident, oldest first')
  .requiredOption('--incident <id>', 'incident of the comments', readId)
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `${settingsHelp}

Examples:
  tocsin comments list --incident 01a1f9ed-92a9-73c7-8fa6-13a51d85a191`,
  )
  .action(async ({ incident, json }: JsonOptions & { incident: Uuid }) => {
    const client = await connectToApi()
    const list = client.comments.list(incident, { limit: limitMaximum })
    if (json) {
      for await (const comment of list) writeData(JSON.stringify(comment))
      return
    }
    const comments = await list.all()
    const authors = comments.map(({ createdBy }) => createdBy)
    const names = await new ReferenceNames(client).namesOf('assigneeId', authors)
    writeList(comments, undefined, {
      ID: ({ id }) => id,
      CREATED: ({ createdAt }) => createdAt,
      AUTHOR: ({ createdBy }) => names.get(createdBy) ?? createdBy,
      EDITED: ({ edited }) => (edited ? 'edited' : ''),
      FILES: ({ mediaIds }) => String(mediaIds.length),
      MESSAGE: ({ message }) => message,
    })
  })
