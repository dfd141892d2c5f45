import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'

const repository = join(import.meta.dirname, '../../..')

/** Program of these tests that sends requests through a generated client. */
export interface Program {
  /** Works on an incident: creates, changes and lists it, uploads a file, and sends two requests that are rejected. */
  work(baseUrl: string, apiKey: string): Promise<Record<string, unknown>>
}

/**
 * Generates the clients from the OpenAPI document of a server, copies the programs that use them, and compiles both.
 * @param folder empty folder for the clients and programs.
 * @returns a function that loads a program.
 * @throws Error with the output of the compiler if the types do not match.
 */
export async function generateClients(serverUrl: string, folder: string): Promise<(name: string) => Promise<Program>> {
  const document = new URL('/openapi.json', serverUrl)
  const generated = join(folder, 'generated')
  await mkdir(generated)
  await cp(join(import.meta.dirname, 'programs'), folder, { recursive: true })
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(generated, 'openapi.ts'), astToString(await openapiTypescript(document)))
  await createClient({
    input: document.href,
    output: join(generated, 'hey-api'),
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: { response: 'zod' } }],
  })
  await compile(folder)
  return (name) => import(/* @vite-ignore */ join(folder, `${name}.ts`)) as Promise<Program>
}

const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: [],
}

async function compile(folder: string): Promise<void> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout)
  })
}
