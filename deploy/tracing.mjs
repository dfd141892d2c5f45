import { register } from 'node:module'

// Loads OpenTelemetry before the server. The packages are installed beside this file; docs/operating.md shows how.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
await import('@opentelemetry/auto-instrumentations-node/register')
