import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { passwordMaxLength, passwordMinLength } from '@tocsin/contract/limits.ts'
import { WrongUsage } from './failure.ts'
import { readInput } from './read-input.ts'

/**
 * Reads a new password. If standard input is a terminal, prompts for it twice and does not show it. Otherwise, reads
 * standard input and removes the last line break. A password is never a command-line argument, because all users of the
 * machine can see the arguments of a process.
 * @throws WrongUsage for an empty, short, long or multi-line password, or if the two passwords at the prompts differ.
 * @throws Error when the prompt is interrupted.
 */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice() : (await readInput()).replace(/\r?\n$/, '')
  const { length } = [...password]
  if (length === 0) throw new WrongUsage('Give the password on standard input.')
  // A browser's password field cannot contain a line break, so nobody could sign in.
  if (/[\r\n]/.test(password)) throw new WrongUsage('Give only one line on standard input: the password.')
  if (length < passwordMinLength) throw new WrongUsage(`A password has at least ${passwordMinLength} characters.`)
  if (length > passwordMaxLength) throw new WrongUsage(`A password has at most ${passwordMaxLength} characters.`)
  return password
}

async function askTwice(): Promise<string> {
  const password = await ask('Password: ')
  if ((await ask('Repeat the password: ')) !== password) throw new WrongUsage('The two passwords differ.')
  return password
}

async function ask(prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 })
  const interrupted = new AbortController()
  for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => interrupted.abort())
  process.stderr.write(prompt)
  try {
    return await lines.question('', { signal: interrupted.signal })
  } catch {
    throw new Error('No password was given.')
  } finally {
    process.stderr.write('\n')
    lines.close()
  }
}
