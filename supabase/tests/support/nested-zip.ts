import { crc32 } from 'node:zlib'

/** An archive with one stored file. */
function zipOf(name: string, content: Buffer): Buffer {
  const file = Buffer.from(name)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(content.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(file.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, file, content])
  const rest = Buffer.alloc(14)
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, file])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end])
}

/** An archive in an archive, so many times. */
export function nestedZip(depth: number): Buffer {
  let zip = zipOf('word.xml', Buffer.alloc(1000, 'x'))
  for (let level = 1; level < depth; level += 1) zip = zipOf(`level-${level}.zip`, zip)
  return zip
}
