import sharp from 'sharp'
import type { Random } from './random.ts'

export type Scene = 'thermometer' | 'puddle' | 'crates' | 'till' | 'door'
const scenes: Record<Scene, (random: Random) => string> = {
  thermometer: drawThermometer,
  puddle: drawPuddle,
  crates: drawCrates,
  till: drawTill,
  door: drawDoor,
}

const width = 1280
const height = 960

const svgReader = { operation: ['VipsForeignLoadSvgBuffer'] }

/**
 * Draws scenes as JPEGs that look like photos from a phone. The drawings contain no text, because fonts may be missing.
 */
export async function drawPhotos(wanted: Scene[], random: Random): Promise<Buffer[]> {
  const drawings = wanted.map((scene) => draw(scene, random))
  // The server blocks SVG in sharp, because an uploaded SVG can contain scripts. Unblock SVG only to draw these images.
  sharp.unblock(svgReader)
  try {
    return await Promise.all(drawings.map((svg) => sharp(Buffer.from(svg)).blur(0.8).jpeg({ quality: 78 }).toBuffer()))
  } finally {
    sharp.block(svgReader)
  }
}

function draw(scene: Scene, random: Random): string {
  const tilt = random.between(-25, 25) / 10
  const scenery = scenes[scene](random)
  return `
    <svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
      <defs>
        <radialGradient id="shade" cx="50%" cy="45%" r="75%">
          <stop offset="55%" stop-opacity="0"/><stop offset="100%" stop-opacity="0.55"/>
        </radialGradient>
        <linearGradient id="wall" x2="0" y2="1">
          <stop stop-color="#dfe3e0"/><stop offset="1" stop-color="#b9c0bd"/>
        </linearGradient>
        <linearGradient id="metal" x2="1" y2="1">
          <stop stop-color="#f4f6f7"/><stop offset="0.5" stop-color="#c3c9cd"/><stop offset="1" stop-color="#8d959b"/>
        </linearGradient>
      </defs>
      <g transform="rotate(${tilt} 640 480) translate(640 480) scale(1.06) translate(-640 -480)">${scenery}</g>
      <rect width="${width}" height="${height}" fill="url(#shade)"/>
    </svg>`
}

const box = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`

/**
 * Lit segments of the digits 0 to 9 on a display with seven segments. The segments are 0 top, 1 upper right, 2 lower
 * right, 3 bottom, 4 lower left, 5 upper left and 6 middle.
 */
const segmentsOfDigit = ['012345', '12', '01346', '01236', '1256', '02356', '023456', '012', '0123456', '012356']
const segments = ['M8 0H72', 'M80 8V72', 'M80 88V152', 'M8 160H72', 'M0 88V152', 'M0 8V72', 'M8 80H72']

function digit(value: number, x: number, y: number, color: string): string {
  const lit = [...segmentsOfDigit[value]!].map((segment) => segments[Number(segment)]).join('')
  return `<path d="${lit}" transform="translate(${x} ${y}) skewX(-6)" stroke="${color}" stroke-width="15" stroke-linecap="round"/>`
}

/** Draws the display of a freezer that is far too warm. */
function drawThermometer(random: Random): string {
  const frost = Array.from({ length: 60 }, () => {
    const [x, y, radius] = [random.between(0, width), random.between(620, height), random.between(8, 60)]
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#fff" opacity="0.${random.between(1, 4)}"/>`
  })
  const red = '#ff4a3d'
  return [
    box(-100, -100, 1480, 1160, 'url(#metal)'),
    box(-100, 600, 1480, 500, '#dfeaf0'),
    frost.join(''),
    box(330, 190, 640, 290, '#1b1e22', 'rx="26" stroke="#6d757b" stroke-width="10"'),
    `<path d="M420 335H480" stroke="${red}" stroke-width="15" stroke-linecap="round"/>`,
    digit(random.between(2, 9), 530, 255, red),
    `<circle cx="640" cy="418" r="10" fill="${red}"/>`,
    digit(random.between(0, 9), 680, 255, red),
    `<circle cx="820" cy="275" r="18" fill="none" stroke="${red}" stroke-width="10"/>`,
    `<circle cx="915" cy="430" r="14" fill="#ffb020"/>`,
  ].join('')
}

/** Draws water on a tiled floor and a warning sign. */
function drawPuddle(random: Random): string {
  const tiles = Array.from({ length: 14 }, (_, index) => {
    const x = (index - 3) * 150
    return `<path d="M640 120 L${(x - 640) * 2.4 + 640} 1100" stroke="#8f8a80" stroke-width="5"/>`
  })
  const rows = [330, 400, 490, 610, 780, 1000].map(
    (y) => `<path d="M-200 ${y}H1500" stroke="#8f8a80" stroke-width="5"/>`,
  )
  const [x, y] = [random.between(420, 620), random.between(640, 740)]
  return [
    box(-200, -200, 1700, 520, 'url(#wall)'),
    box(-200, 300, 1700, 900, '#b8b1a4'),
    ...tiles,
    ...rows,
    box(-200, -200, 1700, 500, 'url(#wall)'),
    `<ellipse cx="${x}" cy="${y}" rx="380" ry="120" fill="#6f9cb8" opacity="0.75"/>`,
    `<ellipse cx="${x + 190}" cy="${y + 70}" rx="220" ry="70" fill="#6f9cb8" opacity="0.7"/>`,
    `<ellipse cx="${x - 90}" cy="${y - 30}" rx="170" ry="34" fill="#e8f4fb" opacity="0.6"/>`,
    `<path d="M930 780 L1010 380 L1090 380 L1190 790 Z" fill="#f5c518" stroke="#caa10c" stroke-width="8"/>`,
    `<path d="M1050 470 L1105 600 L995 600 Z" fill="none" stroke="#26241c" stroke-width="14"/>`,
    `<path d="M1050 515V560" stroke="#26241c" stroke-width="14"/><circle cx="1050" cy="582" r="8" fill="#26241c"/>`,
  ].join('')
}

/** Draws crates on a pallet, some of them fallen. */
function drawCrates(random: Random): string {
  const color = random.pick(['#2f6f4f', '#2d5c8f', '#a3482f'])
  const crate = (x: number, y: number, angle: number): string => {
    const slots = [24, 74, 124].map((top) => box(24, top, 212, 26, '#00000055', 'rx="8"')).join('')
    const frame = box(0, 0, 260, 170, color, 'rx="12" stroke="#0006" stroke-width="6"')
    return `<g transform="translate(${x} ${y}) rotate(${angle} 130 85)">${frame}${slots}</g>`
  }
  const splashes = Array.from({ length: 16 }, () => {
    const [x, y] = [random.between(640, 1200), random.between(790, 920)]
    return `<ellipse cx="${x}" cy="${y}" rx="${random.between(12, 70)}" ry="${random.between(6, 22)}" fill="#f6f1e4"/>`
  })
  return [
    box(-100, -100, 1480, 760, '#8a8f94'),
    box(-100, 640, 1480, 500, '#5d5f60'),
    box(90, 770, 640, 40, '#b58a55'),
    box(110, 810, 70, 40, '#8f6a3e'),
    box(380, 810, 70, 40, '#8f6a3e'),
    box(640, 810, 70, 40, '#8f6a3e'),
    ...[600, 430, 260].flatMap((y) => [crate(120, y, 0), crate(390, y, y === 260 ? 5 : 0)]),
    ...splashes,
    crate(780, 690, random.between(24, 40)),
    crate(960, 560, random.between(70, 85)),
  ].join('')
}

/** Draws a till with a red screen. */
function drawTill(random: Random): string {
  const lines = Array.from({ length: 4 }, (_, index) =>
    box(430, 330 + index * 46, random.between(160, 400), 20, '#ffffffcc', 'rx="6"'),
  )
  return [
    box(-100, -100, 1480, 1160, '#cfc8bb'),
    box(-100, 720, 1480, 400, '#7d5f45'),
    box(360, 170, 560, 400, '#22252a', 'rx="22"'),
    box(390, 200, 500, 340, '#b3261e'),
    `<path d="M640 215 L690 300 L590 300 Z" fill="none" stroke="#fff" stroke-width="12"/>`,
    ...lines,
    box(590, 570, 100, 130, '#3a3e44'),
    box(500, 690, 280, 40, '#2b2e33', 'rx="12"'),
    box(980, 560, 170, 250, '#30343a', 'rx="20"'),
    box(1005, 585, 120, 80, '#9fb8a4'),
    ...[0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) => box(1005 + column * 43, 690 + row * 34, 32, 24, '#5a6068', 'rx="5"')),
    ),
  ].join('')
}

/** Draws a half-open sliding door at night. */
function drawDoor(random: Random): string {
  const half = random.between(180, 320) / 2
  const pane = (x: number): string =>
    box(x, 150, 330, 640, '#9fc0cf', 'opacity="0.8" stroke="#59636a" stroke-width="18"') +
    `<path d="M${x + 60} 620 L${x + 210} 260" stroke="#e9f5fa" stroke-width="14" opacity="0.6"/>`
  return [
    box(-100, -100, 1480, 1160, '#494d55'),
    box(200, 130, 880, 670, '#10151f'),
    `<circle cx="640" cy="330" r="46" fill="#ffe9a8" opacity="0.9"/><path d="M640 376V800" stroke="#30363f" stroke-width="14"/>`,
    pane(640 - half - 330),
    pane(640 + half),
    box(180, 90, 920, 60, 'url(#metal)'),
    `<circle cx="640" cy="120" r="13" fill="#ff5a3c"/>`,
    box(-100, 800, 1480, 300, '#77736b'),
  ].join('')
}
