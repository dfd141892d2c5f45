import { argon2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './hash.ts'

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

describe('password hashes', () => {
  test('accepts the password from which a hash was made, and rejects other passwords', async () => {
    const phc = await hashPassword('correct horse battery')
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('correct horse battery', phc)).toBe(true)
    expect(await verifyPassword('correct horse batterz', phc)).toBe(false)
    expect(await verifyPassword('', phc)).toBe(false)
  })

  test('hashes the same password with a different salt each time', async () => {
    expect(await hashPassword('the same twice')).not.toBe(await hashPassword('the same twice'))
  })

  test('accepts a password with decomposed accented letters if the hashed password has composed ones', async () => {
    expect(await verifyPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true)
  })

  test('verifies a password with the cost parameters stored in the hash', async () => {
    const salt = Buffer.from('0123456789abcdef')
    const cost = { memory: 64, passes: 1, parallelism: 1 }
    const hash = argon2Sync('argon2id', { message: 'secret', nonce: salt, tagLength: 32, ...cost })
    const phc = `$argon2id$v=19$m=64,t=1,p=1$${encode(salt)}$${encode(hash)}`
    expect(await verifyPassword('secret', phc)).toBe(true)
    expect(await verifyPassword('secret', phc.replace('t=1', 't=2'))).toBe(false)
  })

  test.each(['', 'secret', '$argon2i$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaA', '$2b$10$abcdefghijklmnopqrstuv'])(
    'accepts no password if the stored hash has another format: %j',
    async (phc) => {
      expect(await verifyPassword('secret', phc)).toBe(false)
    },
  )
})
