const [major] = process.versions.node.split('.').map(Number);
if (major < 20) console.warn('Node 20 or newer is needed.');
