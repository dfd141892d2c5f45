import type { Follower } from '../../../../client/src/client.ts'
import { TocsinProblem } from '../../../../client/src/error.ts'
import { Command } from 'commander'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { interruptible } from '../interruption.ts'
import { writeData, writeMessage } from '../output.ts'

interface Options {
  after?: string
  kind?: string[]
}

export const followCommand = new Command('follow')
  .description('print the events of the organization as they are committed, until Ctrl+C')
  .option('--after <position>', 'position of the last event that you have; now by default')
  .option('--kind <list>', 'only events of these kinds; several separated by commas', collectKinds)
  .addHelpText(
    'after',
    `
Prints one JSON object per line and event, and at the end the position from which to continue. An event has its position,
too. If the service cannot be reached, it keeps trying. docs/events.md lists the kinds.
${settingsHelp}

Examples:
  tocsin events follow --kind incident.created,incident.changed
  tocsin events follow --after c81e728d-1042 | while read -r event; do …; done`,
  )
  .action(async ({ after, kind }: Options) => {
    const client = await connectToApi()
    await interruptible((signal) => print(client.events.follow(after, { kinds: kind, signal }), signal))
  })

/** Prints the events until the signal is aborted, and then the position from which to continue. */
async function print(follower: Follower, signal: AbortSignal): Promise<void> {
  let isFollowing = false
  try {
    for await (const { events } of follower.pages()) {
      if (!isFollowing) writeMessage('Following. Press Ctrl+C to stop.')
      isFollowing = true
      for (const event of events) writeData(JSON.stringify(event))
    }
  } catch (error) {
    if (follower.position !== undefined && !isUnusable(error)) {
      writeMessage(`Continue with --after ${follower.position}`)
    }
    // Do not report an aborted signal as an error, because the user ends the command in this way.
    if (!signal.aborted) throw error
  }
}

/** Returns true if the server rejected the position. */
const isUnusable = (error: unknown): boolean =>
  error instanceof TocsinProblem && (error.code === 'position_unknown' || error.code === 'position_expired')

function collectKinds(text: string, earlier: string[] = []): string[] {
  return [...earlier, ...text.split(',').map((kind) => kind.trim())]
}
