import { readFileSync } from 'node:fs'
import { WrongSettings } from './wrong-settings.ts'

/** Secret settings of servers and of commands that use the database. */
export const serverSecrets = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'SIGNING_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
] as const
/** Secret settings of commands that use the API. */
export const integratorSecrets = ['TOCSIN_API_KEY', 'TOCSIN_WEBHOOK_SECRET'] as const

/**
 * Adds a variable `NAME` for each variable `NAME_FILE`, with the content of the file. A line break at the end of the
 * file is left out. Container platforms pass secrets in files, because process lists and logs may show the environment
 * of a container.
 * @param names names without `_FILE`.
 * @throws WrongSettings when a file cannot be read or is empty, or when both variables are set.
 */
export function readSecretFiles(variables: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  const fromFiles: NodeJS.ProcessEnv = {}
  for (const name of names) {
    const path = variables[`${name}_FILE`]
    if (!path) continue
    if (variables[name]) throw new WrongSettings(`Set either ${name} or ${name}_FILE, not both.`)
    fromFiles[name] = readSecret(name, path)
  }
  return { ...variables, ...fromFiles }
}

function readSecret(name: string, path: string): string {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    // Do not name the path, because somebody may have set the variable to the secret itself instead of a path.
    const { code } = error as NodeJS.ErrnoException
    throw new WrongSettings(`The file that ${name}_FILE names cannot be read (${code}).`)
  }
  const secret = content.replace(/\r?\n$/, '')
  if (secret === '') throw new WrongSettings(`The file that ${name}_FILE names is empty.`)
  return secret
}
