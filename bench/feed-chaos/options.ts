import { Command } from 'commander'

export interface ChaosOptions {
  seed: number
  events: number
  callers: number
  delays: number
  delayMaximumMs: number
  suspensions: number
  suspensionMs: number
  kills: number
  minutes: number
  clocks: boolean
  restore: boolean
  sequence?: true
}

export const options = new Command('feed-chaos')
  .description('disturb four servers that write at the same time, and check what followers of the feed read')
  .option('--seed <number>', 'seed of the random choices', Number, Math.floor(Math.random() * 2 ** 31))
  .option('--events <number>', 'events to write', Number, 100_000)
  .option('--callers <number>', 'callers that write at the same time', Number, 48)
  .option('--delays <number>', 'commits that are delayed before they take their positions', Number, 200)
  .option('--delay-maximum-ms <number>', 'longest of these delays', Number, 30_000)
  .option('--suspensions <number>', 'suspensions of a server between taking positions and its commit', Number, 20)
  .option('--suspension-ms <number>', 'length of a suspension', Number, 5_000)
  .option('--kills <number>', 'kills of a server', Number, 50)
  .option('--minutes <number>', 'time after which no more events are written, and the run fails', Number, 60)
  .option('--no-clocks', 'do not set the clocks of the servers apart, which needs the Debian package faketime')
  .option('--no-restore', 'do not put the database back to an earlier state at the end')
  .option('--sequence', 'take positions from a sequence: the run must then report that readers missed events')
  .parse()
  .opts<ChaosOptions>()
