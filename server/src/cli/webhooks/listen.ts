import { newWebhookSecret } from '@tocsin/contract/webhooks/signature.ts'
import { Command, InvalidArgumentError } from 'commander'
import { readWebhookSecret } from '../../environment.ts'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { withFeedOptions, type FeedOptions } from '../events/feed-options.ts'
import { followPages } from '../events/follow-pages.ts'
import { interruptible } from '../interruption.ts'
import { writeMessage } from '../output.ts'

interface Options extends FeedOptions {
  forward: string
}

export const listenCommand = withFeedOptions(new Command('listen'))
  .description('forward events to an address on this machine as webhooks, until Ctrl+C')
  .requiredOption('--forward <address>', 'address to which to post each event', readAddress)
  .addHelpText(
    'after',
    `
For the development of a receiver, also behind a firewall or NAT: the command reads the feed, and the service needs no
way to this machine. Requests have the body and the headers of webhooks. The events of one incident arrive in order. A
failed request is repeated up to three times. At the end, the command prints the position from which to continue.

Requests are signed with the secret in TOCSIN_WEBHOOK_SECRET. Without it, the command makes a secret and prints it first.
${settingsHelp}

Examples:
  tocsin webhooks listen --forward http://localhost:3000/hook
  tocsin webhooks listen --forward http://localhost:3000/hook --kind incident.created --after c81e728d-1042`,
  )
  .action(async ({ forward: address, after, kind }: Options) => {
    const given = readWebhookSecret()
    const client = await connectToApi()
    const secret = given ?? newWebhookSecret()
    if (!given) writeMessage(`Secret: ${secret}`)
    // Import dynamically, so that commands that do not need these modules start faster.
    const { makeForward } = await import('./forward.ts')
    await interruptible((signal) => {
      const follower = client.events.follow(after, { kinds: kind, signal })
      const ready = `Forwarding to ${address}. Press Ctrl+C to stop.`
      return followPages(follower, signal, { ready, handle: makeForward({ address, secret, signal }) })
    })
  })

function readAddress(text: string): string {
  const { protocol } = URL.parse(text) ?? {}
  if (protocol === 'http:' || protocol === 'https:') return text
  throw new InvalidArgumentError('Write an address such as http://localhost:3000/hook.')
}
