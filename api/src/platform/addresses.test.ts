import { expect, it } from 'vitest';
import { isPrivateIp, isTestHost, networkMatcher, networkOf } from './addresses.ts';

it.each([
  ['127.0.0.1', true],
  ['10.0.0.7', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.4', true],
  ['169.254.169.254', true],
  ['::ffff:10.0.0.7', true],
  ['::ffff:a00:7', true],
  ['::ffff:203.0.113.9', false],
  ['::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['fe80::1%eth0', true],
  ['febf::1', true],
  ['fec0::1', false],
  ['2001:db8::1', false],
  ['203.0.113.9', false],
  ['10.example.com', false],
  ['', false],
])('%s is of a private network: %s', (ip, isPrivate) => {
  expect(isPrivateIp(ip)).toBe(isPrivate);
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:1::', '2001:db8:0:0'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4'],
  ['::1', '0:0:0:0'],
])('%s belongs to the subscriber %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it.each([
  ['198.51.100.7', true],
  ['::ffff:198.51.100.7', true],
  ['198.51.101.7', false],
  ['192.0.2.1', true],
  ['192.0.2.2', false],
  ['2001:db8:1::ffff', true],
  ['2001:db8:2::', false],
  ['no address', false],
])('the list has %s: %s', (ip, isListed) => {
  expect(networkMatcher(['198.51.100.0/24', '192.0.2.1', '2001:db8:1::/48'])(ip)).toBe(isListed);
});

it.each([
  ['localhost', true],
  ['panel.local', true],
  ['10.1.2.3', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['[2001:4860::1]', true],
  ['api.sandbox.example.com', true],
  ['10.example.com', false],
  ['8.8.8.8', false],
  ['api.example.com', false],
])('%s is a host of a test system: %s', (host, isTest) => {
  expect(isTestHost(host)).toBe(isTest);
});
