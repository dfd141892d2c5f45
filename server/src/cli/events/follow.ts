import { Command } from 'commander'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { interruptible } from '../interruption.ts'
import { writeData } from '../output.ts'
import { withFeedOptions, type FeedOptions } from './feed-options.ts'
import { followPages } from './follow-pages.ts'

export const followCommand = withFeedOptions(new Command('follow'))
  .description('print the events of the organization as they are committed, until Ctrl+C')
  .addHelpText(
    'after',
    `
Prints one JSON object per line and event, and after Ctrl+C the position from which to continue. An event has its
position, too. If the service cannot be reached, it keeps trying. docs/events.md lists the kinds.
${settingsHelp}

Examples:
  tocsin events follow --kind incident.created,incident.changed
  tocsin events follow --after c81e728d-1042 | while read -r event; do …; done`,
  )
  .action(async ({ after, kind }: FeedOptions) => {
    const client = await connectToApi()
    await interruptible((signal) => {
      const follower = client.events.follow(after, { kinds: kind, signal })
      return followPages(follower, signal, {
        ready: 'Following. Press Ctrl+C to stop.',
        handle(events) {
          for (const event of events) writeData(JSON.stringify(event))
        },
        // The program that closed the pipe may have left some of the written events unread.
        adviceAfterClosing:
          'The output was closed. Continue with --after <position>, the position of the last event that was read.',
      })
    })
  })
