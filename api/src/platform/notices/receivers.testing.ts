/** Receivers of notices for tests: a webhook and a mail server, on free ports. */
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';

type Call = { readonly headers: IncomingHttpHeaders; readonly body: string };
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** For the whole file. `answer` is the status until the test is over; `isSilent`: it answers nothing. */
export function useWebhook() {
  const received = { calls: [] as Call[], answer: 200, isSilent: false, url: '' };
  const server = createHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.calls.push({ headers: request.headers, body });
    if (!received.isSilent) response.writeHead(received.answer).end();
  });
  beforeAll(async () => {
    await listen(server);
    received.url = `http://127.0.0.1:${portOf(server)}/hook`;
  });
  afterEach(() => Object.assign(received, { calls: [], answer: 200, isSilent: false }));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return received;
}

type Mail = { from: string; to: string[]; data: string; login: string | null };

/** A mail server without encryption. `isSilent`: it accepts connections and says nothing. */
export function useMailServer() {
  const received = { mails: [] as Mail[], isSilent: false, port: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (received.isSilent) return;
    let mail: Mail = { from: '', to: [], data: '', login: null };
    let isData = false;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const read = (line: string) => {
      const [, address = ''] = /<(.*?)>/.exec(line) ?? [];
      if (isData && line === '.') {
        isData = false;
        received.mails.push(mail);
        mail = { ...mail, to: [], data: '' };
        return say('250 queued');
      }
      if (isData) mail.data += `${line}\n`;
      else if (line.startsWith('EHLO')) say('250-mail.example\r\n250 AUTH PLAIN');
      else if (line.startsWith('AUTH PLAIN ')) {
        mail.login = Buffer.from(line.slice('AUTH PLAIN '.length), 'base64').toString();
        say('235 welcome');
      } else if (line.startsWith('MAIL FROM')) {
        mail.from = address;
        say('250 ok');
      } else if (line.startsWith('RCPT TO')) {
        mail.to.push(address);
        say('250 ok');
      } else if (line === 'DATA') {
        isData = true;
        say('354 go on');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else say('502 unknown command');
    };
    socket.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) read(line);
    });
    say('220 mail.example');
  });
  beforeAll(async () => {
    await listen(server);
    received.port = portOf(server);
  });
  afterEach(() => Object.assign(received, { mails: [], isSilent: false }));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return received;
}
