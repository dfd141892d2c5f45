#!/usr/bin/env node
import { Command } from 'commander'
import { serveCommand } from './serve.ts'

const program = new Command('tocsin')
  .description('A self-hosted incident register with an HTTP API that integrations can trust.')
  .addCommand(serveCommand)

await program.parseAsync()
