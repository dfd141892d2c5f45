import type { Command } from 'commander'

/** Options of the commands that follow the feed. */
export interface FeedOptions {
  after?: string
  kind?: string[]
}

export const withFeedOptions = (command: Command): Command =>
  command
    .option('--after <position>', 'position of the last event that you have; now by default')
    .option('--kind <list>', 'only events of these kinds; several separated by commas', collectKinds)

function collectKinds(text: string, earlier: string[] = []): string[] {
  return [...earlier, ...text.split(',').map((kind) => kind.trim())]
}
